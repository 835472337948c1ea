# Compiles the sources of a target as one source, which parses each header once. A build of single sources, as the presets
# debug and clang make it, compiles less again after a change.
function(cartwright_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${CARTWRIGHT_UNITY_BUILD} UNITY_BUILD_BATCH_SIZE 0)
endfunction()
