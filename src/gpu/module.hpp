// SPDX-FileCopyrightText: 2026 The Cartwright authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "gpu/context.hpp"

#include <string>

namespace cartwright::gpu {

/// Kernels of the current context, from PTX. They are never unloaded: the context may be gone first. The translation is
/// kept in the cache folder, if there is one. Throws Error if the driver refuses the text.
device::Module* load_module(const std::string& ptx);

device::Function* function_of(device::Module* module, const char* entry);

/// A kernel of the current context.
device::Function* load(const std::string& ptx, const char* entry);

/// The GPU of the current context, with the version of its driver, as text. "" if the driver does not say.
std::string name_of_gpu();

}  // namespace cartwright::gpu
