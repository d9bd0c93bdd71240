/** All declared commands, by their rooms. */
import * as access from './access-control/commands.ts'
import * as coa from './coa/commands.ts'
import * as complaints from './complaints/complaint-commands.ts'
import * as disputes from './complaints/dispute-commands.ts'
import * as dealerdash from './dealerdash/commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as bills from './dispatches/commands/bills.ts'
import * as booking from './dispatches/commands/booking.ts'
import * as collections from './dispatches/commands/collections.ts'
import * as pods from './dispatches/commands/pods.ts'
import * as dispatch from './dispatches/commands/tracking.ts'
import * as home from './home/commands.ts'
import * as masters from './masters/commands.ts'
import * as growthBridge from './mis/commands/growth-bridge.ts'
import * as reportFiles from './mis/commands/report-files.ts'
import * as reportsByMail from './mis/commands/reports-by-mail.ts'
import * as approvals from './orders/approvals/commands.ts'
import * as cancellations from './orders/cancel/commands.ts'
import * as orderComments from './orders/commands/comments.ts'
import * as orders from './orders/commands/orders.ts'
import * as orderSteps from './orders/commands/steps.ts'
import * as pad from './orders/pad/commands.ts'
import * as quotes from './orders/quote/commands.ts'
import * as sapOrders from './orders/sap/commands.ts'
import * as whatIf from './orders/what-if/commands.ts'
import * as palette from './palette/commands.ts'
import * as payments from './payments/commands.ts'
import * as mail from './platform/commands/mail.ts'
import * as reportGroups from './platform/commands/report-groups.ts'
import * as uses from './platform/commands/uses.ts'
import * as views from './platform/commands/views.ts'
import * as sapReading from './sap/commands/reading.ts'
import * as simulatedSap from './sap/commands/simulator.ts'
import * as tracking from './shipment-tracking/commands.ts'

export const commands: readonly AnyCommand[] = [
  access,
  approvals,
  bills,
  booking,
  cancellations,
  coa,
  collections,
  complaints,
  dealerdash,
  dispatch,
  disputes,
  growthBridge,
  home,
  mail,
  masters,
  orderComments,
  orders,
  orderSteps,
  pad,
  palette,
  payments,
  pods,
  quotes,
  reportFiles,
  reportGroups,
  reportsByMail,
  sapOrders,
  sapReading,
  simulatedSap,
  tracking,
  uses,
  views,
  whatIf,
].flatMap(room => Object.values<AnyCommand>(room))
