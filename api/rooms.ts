import '../resources/check-registry.ts'
import { commands } from '../resources/commands.ts'
import { accessRoom } from './access-control/room.ts'
import { accountRoom } from './account/room.ts'
import './channel-13-masters/room.ts'
import { certificateRoom } from './coa/room.ts'
import { complaintRoom } from './complaints/room.ts'
import { distributorRoom } from './dealerdash/room.ts'
import { routesOfCommands } from './derive/command/describe-commands.ts'
import type { Room } from './derive/define-room.ts'
import { describeRoutes } from './derive/docs/route.ts'
import { listRoom } from './derive/room.ts'
import { dispatchRoom } from './dispatches/room.ts'
import { fileRoom } from './files/room.ts'
import { homeRoom } from './home/room.ts'
import { mailRoom } from './mail/room.ts'
import { masterRoom } from './masters/room.ts'
import { reportRoom } from './mis/room.ts'
import { orderRoom } from './orders/room.ts'
import { paletteRoom } from './palette/room.ts'
import { paymentRoom } from './payments/room.ts'
import { sapRoom } from './sap/room.ts'
import { settingsRoom } from './settings/room.ts'
import { trackingRoom } from './shipment-tracking/room.ts'

/** The rooms of the portal, each after those it builds on: for whatever runs commands, server, threads and seed. */
export const rooms: readonly Room[] = [
  listRoom,
  fileRoom,
  mailRoom,
  accountRoom,
  settingsRoom,
  accessRoom,
  masterRoom,
  orderRoom,
  sapRoom,
  dispatchRoom,
  trackingRoom,
  paymentRoom,
  complaintRoom,
  certificateRoom,
  distributorRoom,
  reportRoom,
  homeRoom,
  paletteRoom,
]

// What the document of the API says of requests that are no lists.
describeRoutes(routesOfCommands(commands))
