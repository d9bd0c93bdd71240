import { openGateway } from '../../../api/payments/open-gateway.ts'
import { askRefunds } from '../../../api/payments/refunds/ask-refunds.ts'
import { connectGateways } from '../../../api/payments/results/gateways-at-work.ts'
import { readConfig } from '../../../api/platform/config.ts'
import { openDatabase } from '../../../api/platform/database.ts'
import { withRequestId } from '../../../api/platform/log.ts'
import '../../../api/rooms.ts'

// A process of its own that asks the gateways for refunds once, in the name of a request: `die-at.ts` kills it at a step.
const [requestId, url] = process.argv.slice(2) as [string, string]
const config = readConfig(process.env)
const db = openDatabase(config.databaseUrl)
connectGateways(db, account => openGateway(config, account, { url, page: url }).gateway)
await withRequestId(requestId, () => askRefunds(db))
await db.destroy()
