/** All declared commands, by their rooms. */
import * as coa from './coa/commands.ts'
import * as complaints from './complaints/complaint-commands.ts'
import * as disputes from './complaints/dispute-commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as payments from './payments/commands.ts'
import * as sapReading from './sap/commands/reading.ts'
import * as simulatedSap from './sap/commands/simulator.ts'
import * as tracking from './shipment-tracking/commands.ts'

export const commands: readonly AnyCommand[] = [
  coa,
  complaints,
  disputes,
  payments,
  sapReading,
  simulatedSap,
  tracking,
].flatMap(Object.values)
