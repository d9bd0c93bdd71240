import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Call } from '../derive/service.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import type { ApiRouter } from '../platform/router.ts'
import { track } from '../shipment-tracking/track.ts'
import { ewayBoard } from './booking/eway-board.ts'
import { proposeLr } from './booking/propose-lr.ts'
import { waitingInvoices } from './booking/waiting-invoices.ts'
import { passport } from './papers/passport.ts'
import { passportPages } from './papers/passport-pages.ts'
import { servePapers } from './papers/serve-papers.ts'

/** Registers the services of dispatch and tracking that are not resources. */
export function serveDispatches(app: Application, router: ApiRouter, db: Knex, limits: RateLimits) {
  servePapers(router, db)
  const services = {
    'lr-proposal': { find: (call: Call) => proposeLr(db, call) },
    'e-way-bills': { find: (call: Call) => ewayBoard(db, call) },
    'waiting-invoices': { find: (call: Call) => waitingInvoices(db, call) },
    passports: { get: (id: unknown, call: Call) => passport(db, id, call) },
    'passport-pages': passportPages(db, limits),
    track: track(db, limits),
  }
  for (const [name, service] of Object.entries(services)) {
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  }
}
