import { findRecords } from '../../resources/palette/commands.ts'
import { bind } from '../derive/command/serve-commands.ts'
import type { Served } from '../derive/define-room.ts'
import { recordsLike } from './palette.ts'

/** What the command palette asks. */
export const serve = (): Served => ({
  commands: [bind(findRecords, ({ q }, { trx, person }) => recordsLike(trx, person, q))],
})
