import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Koa } from '@feathersjs/koa'
import { sapSimulator } from '../../api/simulators/sap/simulator.ts'
import { simulatorStore } from '../../api/simulators/sap/store.ts'
import { fillScale, type Scale } from '../../api/simulators/sap-masters/scale.ts'

// The simulated SAP in a process of its own, filled with made-up masters. Arguments: its file, its scale as JSON.
const [file, scale] = process.argv.slice(2) as [string, string]
const store = simulatorStore(file)
await fillScale(store.entities, JSON.parse(scale) as Scale, '2026-11-01T06:30:00.000Z')
store.close()
const server = createServer(new Koa().use(sapSimulator({ file, billAfterMs: 3_600_000 })).callback())
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
