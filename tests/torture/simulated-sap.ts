import Koa from 'koa'
import { sapSimulator } from '../../api/simulators/sap/simulator.ts'

// The simulated SAP as a machine of its own, which outlives the portals that are killed: PORT FILE USER PASSWORD.

const [port, file, user, password] = process.argv.slice(2) as [string, string, string, string]
const app = new Koa()
app.silent = true
// What is saved after the caller gave up is saved within minutes of the portals’ clock, as the longest dialog of SAP allows.
app.use(sapSimulator({ file, user, password, billAfterMs: 1e12, slowMs: 4_000, lateMs: 300, commitAfterMs: 7_000 }))
app.listen(Number(port), '127.0.0.1', () => console.log('SAP is there.'))
