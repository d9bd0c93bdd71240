/** All declared commands, by their rooms. */
import * as complaints from './complaints/complaint-commands.ts'
import * as disputes from './complaints/dispute-commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as payments from './payments/commands.ts'

export const commands: readonly AnyCommand[] = [complaints, disputes, payments].flatMap(Object.values)
