# `cmake --install` and, for other projects, find_package(rnem).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS rnem_base rnem EXPORT rnemTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS rnem_front RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS rnem_cli RUNTIME DESTINATION libexec/rnem)
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/rnem/models)
install(DIRECTORY include/rnem DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT rnemTargets NAMESPACE rnem:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rnem)

configure_package_config_file(cmake/rnemConfig.cmake.in ${PROJECT_BINARY_DIR}/rnemConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rnem)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/rnemConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/rnemConfig.cmake ${PROJECT_BINARY_DIR}/rnemConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/rnem)
