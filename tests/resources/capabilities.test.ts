import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { can, capabilities, rolesHolding } from '../../resources/capabilities.ts'
import { capabilitySentences } from '../../resources/capability-sentences.ts'
import { creatorRoles, mayTakeStep, orderProcess } from '../../resources/orders/order-process.ts'
import { subjects } from '../../resources/registry.ts'
import { hasOwnRows, roleCodes } from '../../resources/roles.ts'

const root = join(import.meta.dirname, '..', '..')
const textsOf = (pattern: string) =>
  new Map(globSync(pattern, { cwd: root }).map(file => [file, readFileSync(join(root, file), 'utf8')]))
const texts = textsOf('{api,admin}/**/*.{ts,tsx}')

/** Files that name roles or compare lists of roles themselves, and why. A folder ends with a stroke. */
const namesRoles: Readonly<Record<string, string>> = {
  'api/derive/rights/': 'compiles the rights of a person from their roles',
  'api/access-control/scopes.ts': 'compiles the rows that each role reaches to SQL',
  'api/access-control/explain-row.ts': 'explains which roles reach a row and which do not',
  'api/access-control/login-kinds.ts': 'says with which role a new login begins',
  'api/orders/quote/buyers-without-amounts.ts':
    'reads from the declarations which roles read amounts on some rows alone',
  'api/orders/mail/mail-receivers.ts': 'finds the holders of a role to mail them',
  'api/access-control/service-agents.ts': 'finds the holders of a role to notify them',
  'api/masters/warn-contracts.ts': 'finds the holders of a role to warn them',
  'admin/derive/list/view-address.ts': 'compares the role of a saved view with those of the person',
  'admin/derive/list/view-dialog.tsx': 'proposes a first role in a field for roles',
}

/** Codes of roles that are codes of something else too, in files that mean the latter. */
const sameWords = ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER', 'QA']
const meansSomethingElse: Readonly<Record<string, string>> = {
  'api/access-control/locked-logins.ts': 'types of users',
  'api/access-control/transporter-logins.ts': 'a type of user',
  'api/dispatches/events/take-report.ts': 'the source of an event',
  'api/dispatches/pods/upload-pod.ts': 'the way a POD was uploaded and the source of an event',
  'api/orders/documents/remind-documents.ts': 'a type of contact',
  'api/orders/documents/remind-licences.ts': 'a type of contact',
  'api/orders/what-if/simulations.ts': 'in whose name an order is simulated',
  'api/shipment-tracking/serve-banners.ts': 'the audience of a banner',
  'api/sap/customers/customer-pull.ts': 'an object of SAP',
  'api/sap/customers/customer-row.ts': 'a type of customer',
  'api/sap/customers/save-ship-tos.ts': 'an object of SAP',
  'api/sap/documents/invoice-references.ts': 'an object of SAP',
  'api/sap/documents/save-deliveries.ts': 'an object of SAP',
  'api/sap/documents/save-open-items.ts': 'an object of SAP',
  'api/sap/goods/rate-contract.ts': 'an object of SAP',
  'api/sap/read-missing.ts': 'an object of SAP',
  'api/sap/reading/unknown-references.ts': 'an object of SAP',
  'admin/access-control/unlock-employee.tsx': 'types of users',
  'admin/masters/dashboard.tsx': 'a type of user',
  'admin/orders/what-if/simulate-form.tsx': 'in whose name an order is simulated',
}

/** The roles that a text names in quotes or as keys, and where it compares lists of roles. */
function rolesNamedIn(text: string): string[] {
  const codes = roleCodes.join('|')
  const named = [...text.matchAll(new RegExp(`(['"\`])(${codes})\\1|^\\s*(${codes}):`, 'gm'))].map(
    match => match[2] ?? match[3]!,
  )
  const compared = [...text.matchAll(/\broles\??\.(?:includes|some|every)\(/g)].map(match => match[0])
  return [...new Set([...named, ...compared])]
}

const allowedTo = (file: string) =>
  Object.keys(namesRoles).some(path => (path.endsWith('/') ? file.startsWith(path) : file === path))

describe('capabilities', () => {
  it('are held by the roles of the table and by nobody else', () => {
    expect(can({ roles: ['AUDITOR', 'CSC_AGENT'] }, 'choosePlant')).toBe(true)
    expect(can({ roles: ['AUDITOR'] }, 'choosePlant')).toBe(false)
    expect(can({ roles: [] }, 'choosePlant')).toBe(false)
    for (const name of Object.keys(capabilities) as (keyof typeof capabilities)[])
      expect([name, roleCodes.filter(role => can({ roles: [role] }, name))]).toEqual([
        name,
        roleCodes.filter(role => rolesHolding(name).includes(role)),
      ])
  })

  it('are each said in a sentence of their own, held by somebody, and asked by the server or by a rule', () => {
    const asked = [...textsOf('{api,resources}/**/*.ts').values()].join('\n')
    const all = Object.entries(capabilities)
    expect(all.length).toBeGreaterThan(20)
    expect(new Set(Object.values(capabilitySentences)).size).toBe(all.length)
    expect(all.filter(([, { roles }]) => roles.length === 0)).toEqual([])
    const isAsked = (name: string) => asked.includes(`, '${name}')`) || asked.includes(`holds('${name}')`)
    expect(all.map(([name]) => name).filter(name => !isAsked(name))).toEqual([])
  })

  it('leave the steps of an order to the order flow', () => {
    expect(roleCodes.filter(role => mayTakeStep({ roles: [role] }, 'create')).sort()).toEqual([...creatorRoles].sort())
    expect(orderProcess.steps.resubmit.by).toContain('owner')
    expect(roleCodes.filter(role => mayTakeStep({ roles: [role] }, 'resubmit'))).toEqual(['CSC_AGENT'])
  })
})

describe('what a role may do', () => {
  it('is found in code where it stands there', () => {
    expect(rolesNamedIn("if (person.roles.includes('QA')) return")).toEqual(['QA', 'roles.includes('])
    expect(rolesNamedIn('const sees = {\n  AUDITOR: 1,\n}')).toEqual(['AUDITOR'])
    expect(rolesNamedIn("forbidden('A full reading needs the role SYS_ADMIN')")).toEqual([])
  })

  it('is declared, never written into the server or the screens', () => {
    expect(texts.size).toBeGreaterThan(700)
    const found = [...texts].flatMap(([file, text]) => {
      const means = file in meansSomethingElse ? sameWords : []
      return allowedTo(file)
        ? []
        : rolesNamedIn(text).flatMap(name => (means.includes(name) ? [] : [`${file} ${name}`]))
    })
    expect(found).toEqual([])
  })

  it('is written only into files that still need it', () => {
    const naming = [...texts].filter(([, text]) => rolesNamedIn(text).length > 0).map(([file]) => file)
    const idle = [...Object.keys(namesRoles), ...Object.keys(meansSomethingElse)].filter(
      path => [...texts.keys()].some(file => file.startsWith(path)) && !naming.some(file => file.startsWith(path)),
    )
    expect(naming.length).toBeGreaterThan(10)
    expect(idle).toEqual([])
  })
})

describe('own rows', () => {
  const ownScope = /^(my|own|\w+OfMy|\w+InMyScope|\w+AskedOfMe)/
  it.each(roleCodes)('of %s are there exactly where a scope of theirs is declared', role => {
    const scopes = subjects.flatMap(({ within }) =>
      [within[role] ?? []].flat().flatMap(fields => Object.values(fields)),
    )
    expect(scopes.some(scope => typeof scope === 'string' && ownScope.test(scope))).toBe(hasOwnRows(role))
  })
})
