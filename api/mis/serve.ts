import type { Knex } from 'knex'
import { showBridge } from '../../resources/mis/commands/growth-bridge.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { readBridge } from './bridge/read-bridge.ts'
import { scheduleCommands } from './schedules/serve-schedules.ts'

/** What people ask of reports beside their rows; figures are read from `reading`. */
export const misCommands = (reading: Knex): Bound[] => [
  bind(showBridge, ({ report }, { person, filters }) => readBridge(reading, person, report, filters)),
  ...scheduleCommands(reading),
]
