/** All declared commands, by their rooms. */

import * as dealerdash from './dealerdash/commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as home from './home/commands.ts'
import * as masters from './masters/commands.ts'
import * as growthBridge from './mis/commands/growth-bridge.ts'
import * as reportFiles from './mis/commands/report-files.ts'
import * as reportsByMail from './mis/commands/reports-by-mail.ts'
import * as pad from './orders/pad/commands.ts'
import * as whatIf from './orders/what-if/commands.ts'
import * as palette from './palette/commands.ts'
import * as payments from './payments/commands.ts'
import * as mail from './platform/commands/mail.ts'
import * as reportGroups from './platform/commands/report-groups.ts'
import * as uses from './platform/commands/uses.ts'
import * as views from './platform/commands/views.ts'

export const commands: readonly AnyCommand[] = [
  dealerdash,
  growthBridge,
  home,
  mail,
  masters,
  pad,
  palette,
  payments,
  reportFiles,
  reportGroups,
  reportsByMail,
  uses,
  views,
  whatIf,
].flatMap(room => Object.values<AnyCommand>(room))
