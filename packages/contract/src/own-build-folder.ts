/** The folder that llmch has CMake build in if the repo ignores none. It is never drift. */
export const OWN_BUILD_FOLDER = "cmake-build-llmch";
