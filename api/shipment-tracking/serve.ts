import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { Call } from '../derive/service.ts'
import { dashboard } from './dashboard.ts'
import { feedbackFigures } from './feedback-report.ts'
import { laneRecords } from './lane-records.ts'
import { scorecard } from './scorecard.ts'
import { serveSigma } from './sigma/serve-sigma.ts'

/** Registers the services of tracking that are no lists. */
export function serveTracking(app: Application, db: Knex) {
  const services = {
    'lane-records': { find: (call: Call) => laneRecords(db, call) },
    'transporter-scorecard': { find: (call: Call) => scorecard(db, call) },
    'shipment-tracking/feedback-figures': { find: (call: Call) => feedbackFigures(db, call) },
    'shipment-tracking/dashboard': { find: (call: Call) => dashboard(db, call) },
  }
  for (const [name, service] of Object.entries(services))
    app.use(`api/${name}`, service as never, { methods: Object.keys(service) } as never)
  serveSigma(app, db)
}
