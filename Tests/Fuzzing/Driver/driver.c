// The program rill-fuzz. Built with libFuzzer, it runs the fuzzer; otherwise, it replays the given input files.

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

static long replay(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        fprintf(stderr, "rill-fuzz: cannot read %s\n", path);
        exit(1);
    }
    if (S_ISDIR(info.st_mode)) {
        long sum = 0;
        DIR *folder = opendir(path);
        for (struct dirent *entry; folder && (entry = readdir(folder));) {
            if (entry->d_name[0] == '.') continue;
            char inner[4096];
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
            sum += replay(inner);
        }
        if (folder) closedir(folder);
        return sum;
    }
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = malloc((size_t)info.st_size + 1);
    size_t count = file && bytes ? fread(bytes, 1, (size_t)info.st_size, file) : 0;
    if (file) fclose(file);
    LLVMFuzzerTestOneInput(bytes, count);
    free(bytes);
    return 1;
}

// libFuzzer defines its own main, which overrides this weak definition.
__attribute__((weak)) int main(int count, char **words) {
    long inputs = 0;
    for (int i = 1; i < count; i++) inputs += replay(words[i]);
    printf("%ld inputs replayed\n", inputs);
    return inputs > 0 ? 0 : 64;
}
