/* The command alone, for tests and measurements that need no server. */
#include "crypta/command.h"

int main(int argc, char **argv)
{
    return crypta_command(argc, argv);
}
