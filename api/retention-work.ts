import type { Knex } from 'knex'
import { forgetCollectorIds } from './dispatches/collections/forget-collector-ids.ts'
import { removeOutstandingDays } from './mis/outstanding-day.ts'
import { removeDeadOrders } from './orders/remove-dead-orders.ts'
import { removeImportFiles } from './settings/retention/import-files.ts'
import { removeLeftOutPods } from './settings/retention/left-out-pods.ts'
import { describeRules, type RemoveWorks, removeExpired } from './settings/retention/remove-expired.ts'
import { removeSapReadings } from './settings/retention/sap-readings.ts'

/** What is removed by more than its age, from wherever it belongs. */
const works: RemoveWorks = {
  leftOutPods: removeLeftOutPods,
  importFiles: removeImportFiles,
  collectorNumbers: forgetCollectorIds,
  deadOrders: removeDeadOrders,
  sapReadings: removeSapReadings,
  outstandingDays: removeOutstandingDays,
}

/** Removes everything that has passed its retention. Returns how many rows. */
export const dropExpired = (db: Knex, home: string): Promise<number> => removeExpired(db, home, works)

/** Writes down what is kept how long, so that the list is there before its first night. */
export const describeRetention = (db: Knex): Promise<void> => describeRules(db, works)
