import { mkdirSync } from 'node:fs'
import { whyMissing } from '../run/child.ts'
import { costFolder } from '../run/costs.ts'
import { failure, sum, verdict } from '../run/verdict.ts'
import { parts } from './parts.ts'
import { holds, keepResult, keptResults, triedCommit } from './results.ts'

// What `npm run proof` runs: all that the guard samples or leaves out. It goes on where it was stopped: parts that passed on
// the same sources are not run again. `npm run proof -- mariadb slow-1` runs the parts named, whatever they found before.

const named = process.argv.slice(2)
const unknown = named.find(name => !Object.hasOwn(parts, name))
if (unknown) {
  console.error(`There is no part "${unknown}": name some of ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const commit = triedCommit()
const seed = process.env.TEST_SEED || String(Math.floor(Date.now() / 1000) % 1_000_000)
Object.assign(process.env, { PROOF: 'yes', TEST_SEED: seed })
mkdirSync(costFolder, { recursive: true })

const wanted = Object.entries(parts).filter(([name]) =>
  named.length > 0 ? named.includes(name) : !holds(keptResults().get(name)),
)
const crashed = (part: string) => (error: Error) =>
  verdict({ failed: 1, failures: [failure(part, 'tests/proof/run.ts', part, error.message)] })
let failed = 0
for (const [name, part] of wanted) {
  console.log(`\n=== ${name}: ${part.about} Seed ${seed}. ===`)
  const missing = part.needs && whyMissing(part.needs)
  if (missing) {
    console.error(`!!! NOT RUN: ${missing}`)
    failed++
    continue
  }
  const began = Date.now()
  const found = await part.run().catch(crashed(name))
  failed += found.failed
  keepResult(name, found, { commit, seed, minutes: (Date.now() - began) / 60_000 })
  console.log(`${name}: ${sum(found)}`)
}
console.log(
  failed > 0 ? '\nThe proof failed: tests/proof/results.md says where.' : '\nEvery part holds: tests/proof/results.md.',
)
process.exitCode = failed > 0 ? 1 : 0
