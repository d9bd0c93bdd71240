import * as cancel from '../../../resources/orders/cancel/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { cancelRun, previewRun } from './bulk-cancel.ts'

/** How lines of many orders are cancelled in one run. */
export const cancelCommands: readonly Bound[] = [
  bind(cancel.previewCancellation, (asked, { trx, person }) => previewRun(trx, asked, person)),
  bind(cancel.cancelLines, (asked, { trx, person, author }) => cancelRun(trx, asked, person, author)),
]
