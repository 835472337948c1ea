# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause
#
# CPack runs this before it makes packages: Debian has man pages and changelogs compressed, without a time in them.
file(GLOB_RECURSE plain ${CPACK_TEMPORARY_DIRECTORY}/cartwright*.1 ${CPACK_TEMPORARY_DIRECTORY}/changelog*)
list(FILTER plain EXCLUDE REGEX "\\.gz$")
if(plain)
  execute_process(COMMAND gzip --best --no-name ${plain} COMMAND_ERROR_IS_FATAL ANY)
endif()
