import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import * as dispatch from '../../resources/dispatches/commands/tracking.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Call } from '../derive/service.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { trackCommand } from '../shipment-tracking/track.ts'
import { ewayBoard } from './booking/eway-board.ts'
import { proposeLr } from './booking/propose-lr.ts'
import { waitingInvoices } from './booking/waiting-invoices.ts'
import { report } from './events/take-report.ts'
import { passport } from './papers/passport.ts'
import { shareLr } from './papers/passport-links.ts'
import { sharedPassportCommand } from './papers/passport-pages.ts'

/** What people do with consignments. */
export const dispatchCommands = ({ limits }: { limits: RateLimits }): Bound[] => [
  bind(dispatch.reportEvent, (event, { trx, person, author }) => report(trx, event, person, author)),
  trackCommand(limits),
  bind(dispatch.showPassport, ({ id }, { trx, person }) => passport(trx, id, person)),
  bind(dispatch.sharePassport, ({ lrId }, { trx, person, author }) => shareLr(trx, lrId, person, author)),
  sharedPassportCommand(limits),
]

/** Registers the services of dispatch that are not resources. */
export function serveDispatches(app: Application, db: Knex) {
  const services = {
    'lr-proposal': { find: (call: Call) => proposeLr(db, call) },
    'e-way-bills': { find: (call: Call) => ewayBoard(db, call) },
    'waiting-invoices': { find: (call: Call) => waitingInvoices(db, call) },
  }
  for (const [name, service] of Object.entries(services)) {
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  }
}
