import { nightlyJobs } from '../../api/nightly.ts'
import { openDatabase } from '../../api/platform/database.ts'
import { createLog } from '../../api/platform/log.ts'
import { runDue } from '../../api/platform/work/nightly.ts'

// A process that begins every job on the database of its first argument, says so, and does not end any of them.

const databaseUrl = process.argv[2]!
const db = openDatabase(databaseUrl)
const jobs = nightlyJobs({ home: '', databaseUrl }, db)
let begun = 0
const hang = () => {
  begun += 1
  if (begun === jobs.length) console.log('begun')
  return new Promise<number>(() => {})
}
const log = createLog({ logLevel: 'silent' })
for (const job of jobs) runDue(db, log, [{ ...job, work: hang }])
setInterval(() => {}, 1000)
