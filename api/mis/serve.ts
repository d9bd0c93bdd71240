import type { Knex } from 'knex'
import { showBridge } from '../../resources/mis/commands/growth-bridge.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { readBridge } from './bridge/read-bridge.ts'
import { serveReportFiles } from './exports/serve-report-files.ts'
import { startCounting } from './facts/count-anew.ts'
import { servePriceListPdf } from './sales/price-list-pdf.ts'
import { scheduleCommands } from './schedules/serve-schedules.ts'

/** What people ask of reports beside their rows; figures are read from `reading`. */
const misCommands = (reading: Knex): Bound[] => [
  bind(showBridge, ({ report }, { person, filters }) => readBridge(reading, person, report, filters)),
  ...scheduleCommands(reading),
]

/** Reports, the facts that they count, their files and their mails. */
export function serve(means: Means): Served {
  const { router, config, db, log, reading, byTimer } = means
  servePriceListPdf(router, means, means.files)
  const files = serveReportFiles(router, { config, db, log, worker: new URL('../report-worker.ts', import.meta.url) })
  const counting = byTimer ? startCounting(db, log) : undefined
  return {
    commands: [...misCommands(reading), ...files.commands],
    stop: () => Promise.all([files.stop(), counting?.stop()]),
  }
}
