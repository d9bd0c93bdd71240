import type { Knex } from 'knex'
import { transporterBill } from '../../resources/dispatches/bills/transporter-bill.ts'
import * as bills from '../../resources/dispatches/commands/bills.ts'
import * as booking from '../../resources/dispatches/commands/booking.ts'
import * as desk from '../../resources/dispatches/commands/booking-desk.ts'
import * as pwc from '../../resources/dispatches/commands/collections.ts'
import * as freight from '../../resources/dispatches/commands/freight.ts'
import * as pods from '../../resources/dispatches/commands/pods.ts'
import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import * as trips from '../../resources/dispatches/commands/trips.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Config } from '../platform/config.ts'
import { invalidField, notFound, refused } from '../platform/errors.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { transact } from '../platform/transact.ts'
import { correctBill } from './bills/correct-bill.ts'
import { enterBill } from './bills/enter-bill.ts'
import { enterCarting } from './bills/enter-carting.ts'
import { bookLr } from './booking/book-lr.ts'
import { ewayBoard } from './booking/eway-board.ts'
import { notWaiting } from './booking/not-waiting.ts'
import { proposeLr } from './booking/propose-lr.ts'
import { waitingInvoices } from './booking/waiting-invoices.ts'
import { authoriseCollection } from './collections/authorise.ts'
import { downloadGatePass } from './collections/gate-pass.ts'
import { modesForInvoice, switchMode } from './collections/switch-mode.ts'
import { takePwcStep } from './collections/take-pwc-step.ts'
import { correctLr } from './corrections/correct-lr.ts'
import { refuseFixed } from './corrections/refuse-fixed.ts'
import { holdLr } from './events/lr-subject.ts'
import { report } from './events/take-report.ts'
import { ewayCaller } from './eway/start.ts'
import { measureLr } from './freight/measure-lr.ts'
import { whatIf } from './freight/what-if.ts'
import { showHazards } from './hazards/show-hazards.ts'
import { passport } from './papers/passport.ts'
import { shareLr } from './papers/passport-links.ts'
import { servePapers } from './papers/serve-papers.ts'
import { countPodGoods, podGoods } from './pods/goods-of-pod.ts'
import { addPages, turnPage } from './pods/pod-pages.ts'
import { servePodBatches } from './pods/serve-batches.ts'
import { takePod } from './pods/upload-pod.ts'
import { askForOffers } from './trips/offers.ts'
import { addToTrip, planTrip } from './trips/plan-trip.ts'
import { tripCandidates } from './trips/trip-candidates.ts'
import { tripCosts } from './trips/trip-costs.ts'

/** What is done with goods that the party collects. */
const collectionCommands = ({ secret }: Pick<Config, 'secret'>): Bound[] => [
  bind(pwc.showSendingModes, async ({ invoiceId }, { trx, person }) => ({
    modes: await modesForInvoice(trx, invoiceId, person),
  })),
  bind(pwc.chooseMode, (choice, { trx, person, author }) => switchMode(trx, choice, person, author)),
  // The answer that is kept for a repeated key is the id alone: the number of the paper stands nowhere else.
  bind(pwc.nameCollector, async (named, { trx, person, author }) => ({
    id: (await authoriseCollection(trx, named, person, author)).id,
  })),
  bind(pwc.takePwcStep, async (asked, { trx: db, person, author }) => {
    const wrong = await transact(db, trx => takePwcStep(trx, asked, { person, author, secret }))
    // Only now: the try is counted in the transaction.
    if (wrong) throw refused([{ field: 'code', code: 'WRONG_CODE', message: wrongCode(wrong.triesLeft) }])
    return { done: true }
  }),
]

/** Serves the gate pass as a PDF. */
const serveGatePass = (router: ApiRouter, db: Knex) =>
  router.get('/api/pwc-collections/:id/gate-pass', ctx => downloadGatePass(ctx, db, ctx.params.id!))

const wrongCode = (left: number) =>
  left === 0
    ? 'The code is wrong, for the fifth time: send a new one'
    : `The code is wrong: ${left === 1 ? 'one try is' : `${left} tries are`} left`

/** How LRs are booked over waiting invoices, and corrected. */
const bookingCommands: readonly Bound[] = [
  bind(desk.showWaitingInvoices, (asked, { trx, person }) => waitingInvoices(trx, asked, person)),
  bind(desk.showNotWaiting, (asked, { trx, person }) => notWaiting(trx, asked, person)),
  bind(booking.proposeLr, (idea, { trx, call }) => proposeLr(trx, idea, call)),
  bind(booking.bookLr, (input, { trx, call, author }) => {
    if (input.chargedWeightKg < input.actualWeightKg)
      throw invalidField('chargedWeightKg', 'RANGE', 'Charged weight must not be less than the actual weight')
    return bookLr(trx, input, call, author)
  }),
  bind(booking.correctLr, async ({ id, rowVersion, reason, lines, ewayBills, ...fields }, context) => {
    const { trx, person, author, call } = context
    const before = await correctableLr(trx, id, person)
    const correction = { rowVersion, reason, fields, lines, ewayBills }
    refuseFixed(correction, before)
    await correctLr(trx, before, correction, call, author)
    return { id }
  }),
  bind(booking.measureLr, async ({ lrId, sizes }, { trx, person, author }) => {
    await measureLr(trx, await correctableLr(trx, lrId, person), sizes, author)
    return { id: lrId }
  }),
  bind(desk.showEwayBills, ({ plantId }, { trx, person }) => ewayBoard(trx, plantId, person)),
]

async function correctableLr(trx: Knex, id: number, person: Person): Promise<Lr> {
  await holdLr(trx, id)
  const [found] = await rowsOf(trx, lr, rows => restrict(rows.where('lr.id', id), trx, lr, person, 'update'))
  if (!found) throw notFound()
  return found
}

/** How the bills of transporters and vouchers of carting are entered and corrected. */
const billCommands: readonly Bound[] = [
  bind(bills.enterBill, async (bill, { trx, person, author }) => ({
    id: (await enterBill(trx, bill, person, author)).id,
  })),
  bind(bills.correctBill, async ({ id, ...correction }, { trx, person, author }) => {
    await correctBill(trx, await readableBill(trx, id, person), correction, person, author)
    return { id }
  }),
  bind(freight.showWhatIf, (asked, { trx, person }) => whatIf(trx, asked, person)),
  bind(bills.enterCarting, async (voucher, { trx, person, author }) =>
    (await enterCarting(trx, voucher, person, author)).map(({ id }) => id),
  ),
]

async function readableBill(trx: Knex, id: number, person: Person) {
  const [bill] = await rowsOf(trx, transporterBill, rows =>
    restrict(rows.where('transporter_bill.id', id), trx, transporterBill, person, 'read'),
  )
  if (!bill) throw notFound()
  return bill
}

/** How vehicles are planned for several LRs, and asked of transporters. */
const tripCommands: readonly Bound[] = [
  bind(trips.showTripCandidates, (asked, { trx, person }) => tripCandidates(trx, asked, person)),
  bind(trips.planTrip, async (plan, { trx, person, author }) => ({
    id: (await planTrip(trx, plan, person, author)).id,
  })),
  bind(trips.addToTrip, async (asked, { trx, person, author }) => ({
    added: await addToTrip(trx, asked, person, author),
  })),
  bind(trips.askTransporters, async (asked, { trx, person, author }) => ({
    asked: await askForOffers(trx, asked, person, author),
  })),
  bind(trips.showTripCosts, ({ tripId }, { trx, person }) => tripCosts(trx, tripId, person)),
]

/** What people do with consignments. */
const dispatchCommands: readonly Bound[] = [
  bind(dispatch.reportEvent, async (event, { trx, person, author }) => {
    const { id, says } = await report(trx, event, person, author)
    return { id, beside: { says } }
  }),
  bind(dispatch.showPassport, ({ id }, { trx, person }) => passport(trx, id, person)),
  bind(dispatch.showHazards, ({ lrId }, { trx, person }) => showHazards(trx, lrId, person)),
  bind(dispatch.sharePassport, ({ lrId }, { trx, person, author }) => shareLr(trx, lrId, person, author)),
  ...billCommands,
  ...bookingCommands,
  ...tripCommands,
  bind(pods.showPodGoods, async ({ lrId }, { trx, person }) => ({ goods: await podGoods(trx, lrId, person) })),
  bind(pods.countPodGoods, async ({ podId, goods }, { trx, person, author }) => {
    await countPodGoods(trx, podId, goods, person, author)
    return { id: podId }
  }),
  bind(pods.addPodPages, async (asked, { trx, person, author }) => ({
    added: await addPages(trx, asked, person, author),
  })),
  bind(pods.turnPodPage, async ({ pageId }, { trx, person, author }) => ({
    quarterTurns: await turnPage(trx, pageId, person, author),
  })),
  bind(pods.uploadPod, async (pod, { trx, person, author }) => ({ id: (await takePod(trx, pod, person, author)).id })),
]

/** From the invoice to the proof of delivery: LRs, collections, events, papers, bills of transporters. */
export function serve(means: Means): Served {
  const { router, config, db } = means
  const podBatches = servePodBatches(router, means)
  const eway = ewayCaller(means)
  servePapers(router, db, config.home)
  serveGatePass(router, db)
  return {
    commands: [...dispatchCommands, ...collectionCommands(config), podBatches.command],
    start: (_, simulators) => eway.start(simulators),
    dueWork: [eway.runDue],
    stop: () => Promise.all([podBatches.stop(), eway.stop()]),
  }
}
