/** All declared commands, by their rooms. */
import type { AnyCommand } from './define/command.ts'
import * as payments from './payments/commands.ts'

export const commands: readonly AnyCommand[] = [payments].flatMap(Object.values)
