# SPDX-FileCopyrightText: 2026 The Cartwright authors
# SPDX-License-Identifier: BSD-3-Clause

# MCA_ompi_topo_cartwright_CONFIG([action-if-can-compile],
#                                 [action-if-cant-compile])
AC_DEFUN([MCA_ompi_topo_cartwright_CONFIG], [
    AC_CONFIG_FILES([ompi/mca/topo/cartwright/Makefile])

    AC_ARG_WITH([cartwright],
                [AS_HELP_STRING([--with-cartwright(=DIR)],
                                [Build support for reordered topologies by Cartwright, optionally adding DIR/include, DIR/lib and DIR/lib64 to the search path for headers and libraries])])
    OAC_CHECK_PACKAGE([cartwright],
                      [topo_cartwright],
                      [cartwright/mapping.h],
                      [cartwright],
                      [cw_map],
                      [topo_cartwright_happy="yes"],
                      [topo_cartwright_happy="no"])

    OPAL_SUMMARY_ADD([Miscellaneous], [Cartwright], [], [$topo_cartwright_happy])
    AS_IF([test "$topo_cartwright_happy" = "yes"],
          [$1],
          [AS_IF([test -n "$with_cartwright" && test "$with_cartwright" != "no"],
                 [AC_MSG_ERROR([Cartwright support requested but not found.  Aborting])])
           $2])

    AC_SUBST([topo_cartwright_CPPFLAGS])
    AC_SUBST([topo_cartwright_LDFLAGS])
    AC_SUBST([topo_cartwright_LIBS])
])
