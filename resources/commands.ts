/** All declared commands, by their rooms. */
import * as absence from './access-control/commands/absence.ts'
import * as companyPeople from './access-control/commands/company-people.ts'
import * as logins from './access-control/commands/logins.ts'
import * as myDetails from './access-control/commands/my-details.ts'
import * as roles from './access-control/commands/roles.ts'
import * as coa from './coa/commands.ts'
import * as complaints from './complaints/complaint-commands.ts'
import * as disputes from './complaints/dispute-commands.ts'
import * as dealerdash from './dealerdash/commands.ts'
import type { AnyCommand } from './define/command.ts'
import * as bills from './dispatches/commands/bills.ts'
import * as booking from './dispatches/commands/booking.ts'
import * as bookingDesk from './dispatches/commands/booking-desk.ts'
import * as collections from './dispatches/commands/collections.ts'
import * as freight from './dispatches/commands/freight.ts'
import * as pods from './dispatches/commands/pods.ts'
import * as dispatch from './dispatches/commands/tracking.ts'
import * as trips from './dispatches/commands/trips.ts'
import * as home from './home/commands.ts'
import * as masters from './masters/commands.ts'
import * as growthBridge from './mis/commands/growth-bridge.ts'
import * as reportFiles from './mis/commands/report-files.ts'
import * as reportsByMail from './mis/commands/reports-by-mail.ts'
import * as approvals from './orders/approvals/commands.ts'
import * as cancellations from './orders/cancel/commands.ts'
import * as orderComments from './orders/commands/comments.ts'
import * as lineChanges from './orders/commands/line-changes.ts'
import * as orders from './orders/commands/orders.ts'
import * as orderSteps from './orders/commands/steps.ts'
import * as documents from './orders/documents/commands.ts'
import * as pad from './orders/pad/commands.ts'
import * as quotes from './orders/quote/commands.ts'
import * as sapOrders from './orders/sap/commands.ts'
import * as whatIf from './orders/what-if/commands.ts'
import * as palette from './palette/commands.ts'
import * as paymentCart from './payments/commands/cart.ts'
import * as paymentMoney from './payments/commands/money.ts'
import * as paymentResults from './payments/commands/results.ts'
import * as account from './platform/commands/account.ts'
import * as closings from './platform/commands/closings.ts'
import * as exports from './platform/commands/exports.ts'
import * as files from './platform/commands/files.ts'
import * as history from './platform/commands/history.ts'
import * as imports from './platform/commands/imports.ts'
import * as mail from './platform/commands/mail.ts'
import * as portal from './platform/commands/portal.ts'
import * as reportGroups from './platform/commands/report-groups.ts'
import * as uses from './platform/commands/uses.ts'
import * as views from './platform/commands/views.ts'
import * as sapReading from './sap/commands/reading.ts'
import * as simulatedSap from './sap/commands/simulator.ts'
import * as banners from './shipment-tracking/commands/banners.ts'
import * as feedback from './shipment-tracking/commands/feedback.ts'
import * as lanes from './shipment-tracking/commands/lanes.ts'
import * as optOut from './shipment-tracking/commands/opt-out.ts'

export const commands: readonly AnyCommand[] = [
  absence,
  account,
  approvals,
  banners,
  bills,
  booking,
  bookingDesk,
  cancellations,
  closings,
  coa,
  collections,
  complaints,
  dealerdash,
  dispatch,
  trips,
  disputes,
  documents,
  exports,
  feedback,
  files,
  freight,
  growthBridge,
  history,
  home,
  imports,
  lanes,
  lineChanges,
  companyPeople,
  logins,
  mail,
  masters,
  myDetails,
  optOut,
  orderComments,
  orderSteps,
  orders,
  pad,
  palette,
  paymentMoney,
  paymentResults,
  paymentCart,
  pods,
  portal,
  quotes,
  reportFiles,
  reportGroups,
  reportsByMail,
  roles,
  sapOrders,
  sapReading,
  simulatedSap,
  uses,
  views,
  whatIf,
].flatMap(room => Object.values<AnyCommand>(room))
