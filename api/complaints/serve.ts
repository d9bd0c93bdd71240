import type { Served } from '../derive/define-room.ts'
import { complaintCommands } from './complaint-room.ts'
import { disputeCommands } from './dispute-room.ts'

/** Complaints, disputed invoices and blocked end users. */
export const serve = (): Served => ({ commands: [...complaintCommands, ...disputeCommands] })
