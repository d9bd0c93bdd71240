import { customerTarget } from '../../resources/dealerdash/customer-target.ts'
import { targetSheet } from '../../resources/uploads/targets.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { importTargets } from './import-targets.ts'

extend(customerTarget, { upload: { sheet: targetSheet, save: importTargets } })

/** The dashboard of distributors, and their targets. */
export const distributorRoom: Room = {
  serves: () => import('./serve.ts'),
}
