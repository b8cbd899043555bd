// Every command, one line each, in the order that help shows them.
import type { Command } from './command.ts'
import { merchantCertificateAdd } from './merchant-certificate-add.ts'
import { merchantCertificateList } from './merchant-certificate-list.ts'
import { merchantCertificateRevoke } from './merchant-certificate-revoke.ts'
import { merchantCreate } from './merchant-create.ts'
import { merchantList } from './merchant-list.ts'
import { merchantPasswordAdd } from './merchant-password-add.ts'
import { merchantPasswordRevoke } from './merchant-password-revoke.ts'
import { merchantShow } from './merchant-show.ts'
import { merchantUpdate } from './merchant-update.ts'
import { migrate } from './migrate.ts'
import { serveCommand } from './serve.ts'

export const commands: readonly Command[] = [
  serveCommand,
  migrate,
  merchantCreate,
  merchantList,
  merchantShow,
  merchantUpdate,
  merchantPasswordAdd,
  merchantPasswordRevoke,
  merchantCertificateAdd,
  merchantCertificateList,
  merchantCertificateRevoke,
]
