/** All declared commands, by their rooms. */

import * as dealerdash from './dealerdash/commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as home from './home/commands.ts'
import * as palette from './palette/commands.ts'
import * as payments from './payments/commands.ts'

export const commands: readonly AnyCommand[] = [dealerdash, home, palette, payments].flatMap(room =>
  Object.values<AnyCommand>(room),
)
