# Precompiled headers that ccache can keep (its manual, "Precompiled headers"). clang's are equal only without their time; g++'s are, but
# ccache reads all headers as text without the flag, and a first build takes a quarter longer.
if(TUMBLE_PRECOMPILED_HEADERS AND CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-fpch-preprocess)
    else()
        add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
    endif()
endif()
