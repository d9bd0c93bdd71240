import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { contextOf } from '../bench/screens.ts'
import { browserArgs, findBrowser } from '../support/browser.ts'
import { visitScreens } from './visit.ts'

// `npm run crawl -- FOLDER [--url http://localhost:3030] [--as customer,asha] [--only orders,masters/products] [--once] [--pages 2]` : opens the
// screens of a portal with the demo company that is running, as each of these people, and looks at each at 1440 and
// 390 pixels, light and dark. FOLDER gets the screenshots and findings.md. Ends with 1 when there are findings.

/** One person for each desk: who they are tells the folder of their screenshots. */
const everybody = [
  'customer',
  'distributor',
  'csc_agent',
  'asha',
  'meena',
  'ravi',
  'cc1',
  'dispatch',
  'transporter',
  'finance',
  'qa',
  'eud_approver',
  'auditor',
  'sys_admin',
  'master_admin',
]

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://localhost:3030' },
    as: { type: 'string' },
    only: { type: 'string', default: '' },
    once: { type: 'boolean', default: false },
    pages: { type: 'string', default: '2' },
  },
})
const folder = positionals[0]
if (!folder) {
  console.error('Name the folder of the screenshots: npm run crawl -- FOLDER')
  process.exit(3)
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArgs() })
const report: string[] = []
/** The screens that were opened as anybody; with --once nobody opens one of them again. */
const seen = new Set<string>()
const tested = new Set<string>()
try {
  for (const person of given.as?.split(',') ?? everybody) {
    const into = join(folder, person)
    mkdirSync(into, { recursive: true })
    const context = await contextOf(browser, given.url, person)
    let screens = 0
    let faulty = 0
    const told: string[] = []
    const visit = {
      url: given.url,
      into,
      only: given.only.split(',').map(start => `/${start}`),
      seen: given.once ? seen : new Set<string>(),
      tested,
      atOnce: Number(given.pages),
    }
    await visitScreens(context, visit, ({ path, findings }) => {
      screens++
      if (findings.length > 0) {
        faulty++
        process.exitCode = 1
        told.push(`- \`${path}\``, ...findings.map(finding => `  - ${finding}`))
      }
      // A long crawl that is stopped keeps what it found.
      const title = `## ${person}: ${screens} screens, ${faulty} with findings`
      writeFileSync(join(folder, 'findings.md'), [...report, title, '', ...told, ''].join('\n'))
    })
    await context.close()
    console.log(`${person}: ${screens} screens, ${faulty} with findings`)
    report.push(`## ${person}: ${screens} screens, ${faulty} with findings`, '', ...told, '')
  }
} finally {
  await browser.close()
}
