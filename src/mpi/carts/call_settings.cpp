// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/carts/call_settings.hpp"

#include "base/error.hpp"
#include "base/hash.hpp"
#include "mpi/base/info.hpp"
#include "mpi/base/refused.hpp"

namespace cartwright::mpi {

CallSettings settings_of_call(MPI_Info info) {
  CallSettings call;
  try {
    call.settings = read_settings();
  } catch (const base::Error& error) {
    call.remark = error.what();
  }
  try {
    apply_keys(keys_of(info), call.settings);
  } catch (const base::Error& error) {
    call.invalid = refused(MPI_ERR_INFO_VALUE, "{}", error.what());
  }
  base::Hash hash;
  hash.add(call.settings.fingerprint());
  hash.add(call.remark);
  call.fingerprint = hash.value();
  return call;
}

}  // namespace cartwright::mpi
