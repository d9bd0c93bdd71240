/** All declared commands, by their rooms. */
import * as access from './access-control/commands.ts'
import * as coa from './coa/commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as bills from './dispatches/commands/bills.ts'
import * as booking from './dispatches/commands/booking.ts'
import * as collections from './dispatches/commands/collections.ts'
import * as pods from './dispatches/commands/pods.ts'
import * as dispatch from './dispatches/commands/tracking.ts'
import * as payments from './payments/commands.ts'
import * as sapReading from './sap/commands/reading.ts'
import * as simulatedSap from './sap/commands/simulator.ts'
import * as tracking from './shipment-tracking/commands.ts'

export const commands: readonly AnyCommand[] = [
  access,
  bills,
  booking,
  coa,
  collections,
  dispatch,
  payments,
  pods,
  sapReading,
  simulatedSap,
  tracking,
].flatMap(Object.values)
