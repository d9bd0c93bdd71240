/** @module-tag sql */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'
import { runs } from '../../support/proof.ts'

const portal = portalOfFile(demoPortal)
const keeper = portal.person(at => personWith(at, ['MASTER_ADMIN', 'SYS_ADMIN']))

const MAPS = '/api/masters/customer-department-map'
const ZONE = 'customerId.cityId.zoneAreaId.zoneId'

const listed = async (path: string, who = keeper) => {
  const { status, body } = await who.get(path)
  expect({ path, status, body }).toMatchObject({ status: 200 })
  return body.data as (RowValues & { id: number; texts: RowValues })[]
}
const all = (table: string): Promise<RowValues[]> => portal.db(table).select('*')
const byId = async (table: string) => new Map((await all(table)).map(row => [row.id, row]))

describe('columns through references', () => {
  it('show the value at the end of the path, with its text', async () => {
    const [customers, cities, areas, zones, departments, sbus] = await Promise.all(
      ['customer', 'state_city', 'zone_area', 'zone', 'department', 'sbu'].map(byId),
    )
    const rows = await listed(
      `${MAPS}?$limit=500&$select[]=customerId&$select[]=${ZONE}&$select[]=departmentId.sbuId&$select[]=departmentId`,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) {
      const zone = areas!.get(cities!.get(customers!.get(row.customerId)!.cityId)!.zoneAreaId)!.zoneId
      expect(row[ZONE]).toBe(zone)
      expect(row.texts[ZONE]).toBe(zones!.get(zone)!.name)
      const sbu = departments!.get(row.departmentId)!.sbuId
      expect([row['departmentId.sbuId'], row.texts['departmentId.sbuId']]).toEqual([
        sbu,
        expect.stringContaining(String(sbus!.get(sbu)!.code)),
      ])
    }
  })

  it('are part of the list as declared, without being selected, and of a single row', async () => {
    const [row] = await listed(`${MAPS}?$limit=1`)
    expect(row).toHaveProperty(['departmentId.sbuId'])
    expect(row).not.toHaveProperty([ZONE])
    const [both] = await listed(`${MAPS}?$limit=1&$select[]=*&$select[]=${ZONE}`)
    expect(both).toMatchObject({ ...row, [ZONE]: expect.any(Number), texts: row!.texts })
    expect((await keeper.get(`${MAPS}/${row!.id}`)).body).toHaveProperty([ZONE])
  })

  it('filter like the same condition evaluated on every row, with any operator', async () => {
    const rows = await listed(`${MAPS}?$limit=500&$select[]=${ZONE}&$select[]=departmentId.sbuId`)
    const zones = [...new Set(rows.map(row => row[ZONE] as number)), 999_999]
    const sbus = [...new Set(rows.map(row => row['departmentId.sbuId'] as number))]
    const one = (name: string, values: number[]) =>
      fc.record({
        name: fc.constant(name),
        operator: fc.constantFrom('$in', '$nin', '$eq', '$ne'),
        values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
      })
    const fits = (row: RowValues, { name, operator, values }: { name: string; operator: string; values: number[] }) => {
      const within = (operator.includes('in') ? values : values.slice(0, 1)).includes(row[name] as number)
      return operator === '$in' || operator === '$eq' ? within : !within
    }
    const terms = fc.tuple(one(ZONE, zones), one('departmentId.sbuId', sbus), fc.boolean())
    await fc.assert(
      fc.asyncProperty(terms, async ([first, second, either]) => {
        const asked = [first, second]
          .flatMap(({ name, operator, values }, at) =>
            (operator.includes('in') ? values : values.slice(0, 1)).map(value => {
              const list = operator.includes('in') ? '[]' : ''
              return `${either ? '$or' : '$and'}[${at}][${name}][${operator}]${list}=${value}`
            }),
          )
          .join('&')
        const found = await listed(`${MAPS}?$limit=500&${asked}`)
        const right = rows.filter(row =>
          either ? fits(row, first) || fits(row, second) : fits(row, first) && fits(row, second),
        )
        expect(found.map(({ id }) => id).sort()).toEqual(right.map(({ id }) => id).sort())
      }),
      { numRuns: runs(40) },
    )
  })

  it('sort by the text of the reference at the end, and page without gaps', async () => {
    const rows = await listed(`${MAPS}?$limit=500&$sort[${ZONE}]=1&$select[]=${ZONE}`)
    const texts = rows.map(row => String(row.texts[ZONE]))
    expect(texts).toEqual([...texts].sort())
    const pages = await Promise.all(
      [0, 3, 6].map(skip => listed(`${MAPS}?$limit=3&$skip=${skip}&$sort[${ZONE}]=1&$select[]=${ZONE}`)),
    )
    expect(pages.flat().map(({ id }) => id)).toEqual(rows.slice(0, 9).map(({ id }) => id))
  })

  it('are empty where a reference on the path is empty', async () => {
    const path = '/api/access-control/employee'
    const [without, held] = [
      await listed(`${path}?$limit=500&departmentId=null`),
      await listed(`${path}?$limit=500&departmentId[$ne]=null`),
    ]
    expect(without.length + held.length).toBe((await listed(`${path}?$limit=500`)).length)
  })

  it('that the declaration does not name are refused like unknown fields', async () => {
    for (const name of [
      'customerId.creditLimit',
      'customerId.pan',
      'departmentId.headEmployeeId.mobile',
      'a.b',
      '..',
    ]) {
      for (const asked of [`${name}=1`, `$sort[${name}]=1`, `$select[]=${name}`, `$or[0][${name}]=1`]) {
        const { status, body } = await keeper.get(`${MAPS}?${asked}`)
        expect([asked, status, body.errors[0].message]).toEqual([
          asked,
          400,
          `${name} is not a field of Map Customer to Departments`,
        ])
      }
    }
  })
})

describe('filters on rows that refer to this one', () => {
  const employees = '/api/access-control/employee'

  it('find the employees who hold a role today, and those who do not', async () => {
    const [role] = await listed('/api/settings/role?code=SALES_REP')
    const [users, grants] = [await all('user'), await all('assign_roles')]
    const holding = new Set(
      users
        .filter(({ id }) => grants.some(grant => grant.userId === id && grant.roleId === role!.id && grant.isActive))
        .map(({ employeeId }) => employeeId),
    )
    const ids = (await all('employee')).map(({ id }) => id)
    const found = (await listed(`${employees}?$limit=500&roleId=${role!.id}`)).map(({ id }) => id)
    const others = (await listed(`${employees}?$limit=500&roleId[$nin][]=${role!.id}`)).map(({ id }) => id)
    expect(found.length).toBeGreaterThan(0)
    expect([...found].sort()).toEqual(ids.filter(id => holding.has(id)).sort())
    expect([...others].sort()).toEqual(ids.filter(id => !holding.has(id)).sort())
  })

  it('separate rows that are referred to from those that are not', async () => {
    const [some, none] = [
      await listed(`${employees}?$limit=500&roleId[$ne]=null`),
      await listed(`${employees}?$limit=500&roleId=null`),
    ]
    expect(some.length + none.length).toBe((await all('employee')).length)
    expect(some.length).toBeGreaterThan(0)
  })

  it('are not shown or sorted by, for a row may have several values', async () => {
    for (const asked of ['$sort[roleId]=1', '$select[]=roleId']) {
      const { status, body } = await keeper.get(`${employees}?${asked}`)
      expect([status, body.errors[0].message]).toEqual([
        400,
        'Role may be several of a row: filter by it, it is neither shown nor sorted by',
      ])
    }
  })
})

describe('flags derived from other rows', () => {
  it('mark the products that are petroleum, and filter both kinds', async () => {
    const petroleum = (await all('peso_products')).filter(({ isActive }) => isActive).map(({ productId }) => productId)
    const rows = await listed('/api/masters/products?$limit=500')
    expect(petroleum.length).toBeGreaterThan(0)
    for (const row of rows) expect([row.id, row.isPeso]).toEqual([row.id, petroleum.includes(row.id)])
    for (const [asked, isPeso] of [
      ['isPeso=true', true],
      ['isPeso=false', false],
      ['isPeso[$ne]=true', false],
      ['isPeso[$in][]=true', true],
    ] as const) {
      const found = (await listed(`/api/masters/products?$limit=500&${asked}`)).map(({ id }) => id)
      const right = rows.filter(row => row.isPeso === isPeso).map(({ id }) => id)
      expect([asked, found.sort()]).toEqual([asked, right.sort()])
    }
    const sorted = (await listed('/api/masters/products?$limit=500&$sort[isPeso]=-1')).map(row => row.isPeso)
    expect(sorted).toEqual([...sorted].sort((a, b) => Number(b) - Number(a)))
  })
})

describe('computed columns', () => {
  it('give the login status of a customer, and can be filtered and sorted by', async () => {
    const customers = '/api/access-control/customer'
    const rows = await listed(`${customers}?$limit=500&$sort[loginStatus]=1`)
    const users = await all('user')
    for (const row of rows) {
      const own = users.filter(({ customerId }) => customerId === row.id)
      const right = own.some(user => user.isActive && user.inviteStatus !== 'INVITED')
        ? 'ACTIVE'
        : own.some(user => user.isActive)
          ? 'INVITED'
          : own.length > 0
            ? 'DISABLED'
            : 'NOT_CREATED'
      expect([row.code, row.loginStatus]).toEqual([row.code, right])
    }
    const states = rows.map(row => String(row.loginStatus))
    expect(states).toEqual([...states].sort())
    const active = await listed(`${customers}?$limit=500&loginStatus=ACTIVE`)
    expect(active.length).toBe(states.filter(status => status === 'ACTIVE').length)
    expect(new Set(states).size).toBeGreaterThan(1)
  })

  it('cannot be written', async () => {
    const [row] = await listed('/api/access-control/customer?$limit=1')
    const { status, body } = await keeper.patch(`/api/access-control/customer/${row!.id}`, {
      rowVersion: row!.rowVersion,
      loginStatus: 'ACTIVE',
    })
    expect([status, body.errors[0].code]).toEqual([400, 'UNKNOWN_FIELD'])
  })
})

describe('access rights', () => {
  it('refuse a column whose path leads through an unreadable resource like an unknown field', async () => {
    // A sales manager reads employees, but not assigned roles.
    const manager = await personWith(portal, ['SALES_MANAGER'])
    const { status, body } = await manager.get('/api/access-control/employee?roleId=1')
    expect([status, body.errors[0].code]).toEqual([400, 'UNKNOWN_FIELD'])
    expect((await keeper.get('/api/access-control/employee?roleId=1')).status).toBe(200)
  })

  it('apply to the rows on the path too: a value the person may not see is empty', async () => {
    const rep = await portal.as('sales_rep')
    const mine = new Set((await listed('/api/access-control/customer?$limit=500', rep)).map(({ id }) => id))
    const rows = await listed(`${MAPS}?$limit=500&$select[]=customerId&$select[]=${ZONE}`, rep)
    expect([mine.size > 0, rows.length > 0]).toEqual([true, true])
    for (const row of rows) if (!mine.has(row.customerId as number)) expect(row[ZONE]).toBeNull()
    const found = await listed(`${MAPS}?$limit=500&${ZONE}[$ne]=null&$select[]=customerId`, rep)
    for (const row of found) expect(mine.has(row.customerId as number)).toBe(true)
  })

  it('export the list as it is shown: its columns, labels, texts, order and filter', async () => {
    const auditor = await personWith(portal, ['AUDITOR'])
    const export_ = '/api/export/masters/customer-department-map?format=csv&as=shown'
    const names = ['departmentId.sbuId', 'customerId', ZONE, 'isActive']
    const asked = `&isActive=true&$sort[customerId]=-1&columns=${names.join(',')}`
    const { status, body } = await auditor.get(export_ + asked)
    expect(status).toBe(200)
    const lines = String(body).replace('\ufeff', '').trim().split(/\r?\n/)
    expect(lines[0]).toBe('SBU,Customer,Zone,Active')
    const rows = await listed(`${MAPS}?$limit=500&isActive=true&$sort[customerId]=-1&$select[]=*&$select[]=${ZONE}`)
    const text = (row: (typeof rows)[number], name: string) => String(row.texts[name])
    const quoted = (cell: string) => (/[",]/.test(cell) ? `"${cell}"` : cell)
    expect(lines.slice(1)).toEqual(
      rows.map(row => [...names.slice(0, 3).map(name => quoted(text(row, name))), 'Yes'].join(',')),
    )
    expect((await auditor.get(`${export_}&check=true`)).body).toEqual({ rows: rows.length })
  })

  it('refuse to export columns that do not exist or have several values per row', async () => {
    const auditor = await personWith(portal, ['AUDITOR'])
    const path = '/api/export/access-control/customer?format=csv&as=shown&columns='
    for (const [name, message] of [
      ['segmentId', 'segmentId is not a column of Customer'],
      ['naturalKey', 'naturalKey is not a column of Customer'],
      ['cityId.name', 'cityId.name is not a column of Customer'],
    ]) {
      const { status, body } = await auditor.get(path + name)
      expect([status, body.errors?.[0]?.message]).toEqual([400, message])
    }
    const { body } = await auditor.get(`${path}code&check=true`)
    expect(body.rows).toBeGreaterThan(0)
    expect((await auditor.get('/api/export/access-control/customer?as=seen')).status).toBe(400)
  })

  it('do not record a mere count of rows as an export', async () => {
    const auditor = await personWith(portal, ['AUDITOR'])
    const exports = async () => (await portal.db('audit_entry').where({ action: 'EXPORT' })).length
    const before = await exports()
    await auditor.get('/api/export/masters/nid?format=csv&check=true')
    expect(await exports()).toBe(before)
    await auditor.get('/api/export/masters/nid?format=csv&as=shown')
    expect(await exports()).toBe(before + 1)
  })
})
