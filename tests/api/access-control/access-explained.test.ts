/** @module-tag sql */
import { describe, expect, it } from 'vitest'
import { customer } from '../../../resources/access-control/customer.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { exampleRow } from '../../support/example-rows.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(demoPortal)
const auditor = portal.person('auditor')

const idOf = async (loginId: string): Promise<number> => (await portal.db('user').where({ loginId }).first('id')).id
const explain = async (loginId: string, more = '', who = auditor) =>
  who.get(`/api/access-explained?userId=${await idOf(loginId)}${more}`)

describe('the explanation of what a person can see', () => {
  it('shows their roles and the roles behind each right', async () => {
    const { status, body } = await explain('asha')
    expect(status).toBe(200)
    expect(body.shut).toBeNull()
    expect(body.grants).toMatchObject([{ role: 'SALES_REP', name: 'Sales executive', counts: true }])
    const customers = body.rights.find((right: { path: string }) => right.path === 'access-control/customer')
    expect(customers.by).toEqual([
      { role: 'SALES_REP', words: expect.stringMatching(/^reads, only rows of own customers/) },
    ])
    expect(body.rights.map((right: { path: string }) => right.path)).not.toContain('audit-entries')
  })

  it('counts the rows they see, exactly as their own list does', async () => {
    for (const loginId of ['asha', 'meena', 'customer', 'dispatch', 'transporter', 'sys_admin']) {
      const who = await portal.as(loginId)
      for (const path of ['access-control/customer', 'orders', 'masters/products', 'lrs', 'invoices']) {
        const { counted } = (await explain(loginId, `&resource=${path}`)).body
        const list = await who.get(`/api/${path}?$limit=0&isActive[$in][]=true&isActive[$in][]=false`)
        const plain = await who.get(`/api/${path}?$limit=0`)
        const own = list.status === 200 ? list.body.total : plain.status === 200 ? plain.body.total : 0
        expect([loginId, path, counted.seen]).toEqual([loginId, path, own])
      }
    }
  })

  it('says of one row whether they see it and which scope decides, exactly as the row itself answers', async () => {
    for (const loginId of ['asha', 'ravi', 'customer', 'distributor', 'csc_agent', 'qa']) {
      const who = await portal.as(loginId)
      for (const path of ['access-control/customer', 'orders', 'invoices', 'masters/approving-limits']) {
        const rows = (await auditor.get(`/api/${path}?$limit=4`)).body.data
        for (const { id } of rows) {
          const { row } = (await explain(loginId, `&resource=${path}&id=${id}`)).body
          const sees = (await who.get(`/api/${path}/${id}`)).status === 200
          expect([loginId, path, id, row.sees]).toEqual([loginId, path, id, sees])
          expect(row.ways.some(({ lets }: { lets: boolean }) => lets)).toBe(sees)
          expect(row.sentence).toMatch(sees ? / sees row / : / does not see row /)
        }
      }
    }
  })

  it('says which fields of a row they see are hidden or masked, exactly as the row itself answers', async () => {
    const { employeeId } = await portal.db('user').where('loginId', 'csc_agent').first('employeeId')
    const twice = await personWith(portal, ['CSC_AGENT', 'DISPATCH'], { loginId: 'two-desks', employeeId })
    const sbus = portal.db('sbu_employee_map').where({ employeeId }).select('sbuId')
    const plant = await portal.db('plant').orderBy('id').first('id')
    for (const sbu of [
      await portal.db('sbu').whereIn('id', sbus).first('id'),
      await portal.db('sbu').whereNotIn('id', sbus).first('id'),
    ]) {
      const { id } = await exampleRow(portal.db, order, sbu && { sbuId: sbu.id })
      await exampleRow(portal.db, orderLine, { orderId: id, lineNo: 1, plantId: plant.id })
    }
    const said = new Set<string>()
    for (const who of [twice, await portal.as('csc_agent'), await portal.as('dispatch'), await portal.as('customer')]) {
      const loginId = (await who.get('/api/me')).body.user.loginId
      for (const resource of [order, customer, transporter] as Resource[]) {
        const { status, body: page } = await who.get(`/api/${resource.path}?$limit=12`)
        for (const { id } of status === 200 ? page.data : []) {
          const { body: row } = await who.get(`/api/${resource.path}/${id}`)
          const { fields } = (await explain(loginId, `&resource=${resource.path}&id=${id}`)).body.row
          said.add(fields)
          const without = Object.keys(resource.fields).filter(name => !(name in row))
          const labels = without.map(name => labelOf(name, resource.fields[name]!))
          expect([loginId, resource.path, id, fields.includes('not told')]).toEqual([
            loginId,
            resource.path,
            id,
            without.length > 0,
          ])
          for (const label of labels) expect(fields).toContain(label)
          const masked = Object.keys(row).filter(name => resource.fields[name]?.maskedFor && row[name] !== null)
          for (const name of masked) {
            const inPart = fields.includes(labelOf(name, resource.fields[name]!))
            expect([loginId, id, name, inPart]).toEqual([loginId, id, name, /\*\*\*\*/.test(row[name])])
          }
        }
      }
    }
    expect(said.size).toBeGreaterThan(3)
  })

  it('says nothing about a row that the reader cannot read, not even whether it exists', async () => {
    const desk = await portal.as('master_admin')
    const { id } = await exampleRow(portal.db, order)
    const there = await explain('asha', `&resource=orders&id=${id}`, desk)
    const absent = await explain('asha', '&resource=orders&id=99999999', desk)
    expect([there.status, absent.status]).toEqual([404, 404])
    expect(there.body.message.replace(id, '#')).toBe(absent.body.message.replace('99999999', '#'))
    expect((await explain('asha', '&resource=masters/products&id=1', desk)).status).toBe(200)
  })

  it('accepts ids of people and rows as plain whole numbers only', async () => {
    const admin = await portal.as('sys_admin')
    for (const odd of ['0x1', '1e0', '01', '+1', '1.0', 'abc', '']) {
      const asked = [`/api/access-explained?userId=${odd}`]
      // What may be left out may be empty.
      if (odd !== '')
        asked.push(`/api/access-explained?userId=1&resource=orders&id=${odd}`, `/api/people-and-roles?userId=${odd}`)
      for (const path of asked) expect([path, (await admin.get(path)).status]).toEqual([path, 400])
    }
  })

  it('names the scope that excludes a row, and the roles that would include it', async () => {
    const mine = (await (await portal.as('asha')).get('/api/access-control/customer')).body.data
    const all = (await auditor.get('/api/access-control/customer')).body.data
    const foreign = all.find((row: { id: number }) => !mine.some((own: { id: number }) => own.id === row.id))
    const out = (await explain('asha', `&resource=access-control/customer&id=${foreign.id}`)).body.row
    expect(out.sentence).toMatch(/SALES_REP reads only rows of own customers, and this is none of them\.$/)
    const own = (await explain('asha', `&resource=access-control/customer&id=${mine[0].id}`)).body.row
    expect(own.sentence).toMatch(/SALES_REP reads rows of own customers, and this is one of them, with PAN in part\.$/)
    const task = (await explain('qa', '&resource=masters/approving-limits&id=1')).body.row
    expect(task.sentence).toMatch(/none of their roles \(QA\) reads it\. It is read by .*CREDIT_CONTROLLER/)
  })

  it('covers a login without a role and a closed one', async () => {
    await personWith(portal, ['QA'], { loginId: 'idle-one' })
    const ended = { validFrom: '2020-01-01', validTo: '2020-01-02' }
    await portal
      .db('assign_roles')
      .where('userId', await idOf('idle-one'))
      .update(ended)
    await portal.db('user').where('loginId', 'idle-one').update({ isActive: 0 })
    const { body } = await explain('idle-one', '&resource=masters/products&id=1')
    expect(body).toMatchObject({ grants: [{ role: 'QA', counts: false }], rights: [], counted: { seen: 0 } })
    expect(body.shut).toMatch(/login is closed/)
    expect(body.row.sentence).toMatch(/no role assigned today/)
  })

  it('is for SYS_ADMIN, MASTER_ADMIN and AUDITOR, refuses malformed requests, and is recorded in the history', async () => {
    for (const loginId of ['asha', 'csc_agent', 'customer', 'transporter'])
      expect((await explain('qa', '', await portal.as(loginId))).status).toBe(403)
    expect((await portal.nobody.get('/api/access-explained?userId=1')).status).toBe(401)
    expect((await auditor.get('/api/access-explained')).body.errors[0].field).toBe('userId')
    expect((await auditor.get('/api/access-explained?userId=999999')).status).toBe(404)
    expect((await explain('qa', '&resource=nothing')).status).toBe(404)
    expect((await explain('qa', '&resource=orders&id=x')).body.errors[0].field).toBe('id')
    expect((await explain('qa', '&id=1')).status).toBe(400)
    const report = await explain('auditor', '&resource=mis/audit-log-report')
    expect(report.body).toMatchObject({ rights: [{ path: 'mis/audit-log-report', may: 'reads and exports' }] })
    expect((await explain('auditor', '&resource=mis/audit-log-report&id=1')).body.errors[0].field).toBe('id')
    const absent = await explain('qa', '&resource=orders&id=99999999')
    expect([absent.status, absent.body.message]).toEqual([
      404,
      expect.stringMatching(/^Row 99999999 of Orders? cannot be explained/),
    ])
    await explain('ravi', '&resource=orders', await portal.as('master_admin'))
    const last = await portal.db('audit_entry').where('action', 'EXPLAIN').orderBy('id', 'desc').first()
    expect(last).toMatchObject({ actorId: await idOf('master_admin'), entityId: await idOf('ravi') })
    expect(last.reason).toMatch(/^What .+ \(ravi\) may see: Orders?$/)
  })
})

describe('people and their roles', () => {
  const find = async (query: string, who = auditor) => (await who.get(`/api/people-and-roles?${query}`)).body

  it('are found by name or login id, each with the roles of today, of later, and those that have ended', async () => {
    const { data } = await find('q=asha')
    expect(data).toMatchObject([{ loginId: 'asha', isActive: true, grants: [{ role: 'SALES_REP', state: 'NOW' }] }])
    expect((await find('q=%25')).total).toBe(0)
    expect((await find('q=')).total).toBeGreaterThan(15)
  })

  it('are filtered by role and scope', async () => {
    const { data } = await find('role=SYS_ADMIN')
    expect(data.map(({ loginId }: { loginId: string }) => loginId)).toContain('sys_admin')
    expect((await find('role=SYS_ADMIN&q=asha')).total).toBe(0)
    expect((await auditor.get('/api/people-and-roles?role=KING')).status).toBe(400)
    expect((await auditor.get('/api/people-and-roles?$skip=-1')).status).toBe(400)
  })

  it('are open to everybody who may read assigned roles', async () => {
    expect((await (await portal.as('asha')).get('/api/people-and-roles')).status).toBe(403)
    expect((await portal.nobody.get('/api/people-and-roles')).status).toBe(401)
  })
})

describe('a refusal', () => {
  it('names the rule in parts and the people who can grant the right, for an employee', async () => {
    const { status, body } = await (await portal.as('asha')).get('/api/export/masters/products')
    expect(status).toBe(403)
    expect(body.data.rule).toMatchObject({
      title: 'Products',
      path: 'masters/products',
      action: 'export',
      roles: ['SALES_REP'],
    })
    expect(body.data.rule.openTo).toEqual(expect.arrayContaining(['SYS_ADMIN', 'MASTER_ADMIN', 'AUDITOR']))
    const admin = await portal.db('user').where('loginId', 'sys_admin').first('name')
    expect(body.data.grantedBy).toContain(admin.name)
    expect((await (await portal.as('asha')).get('/api/who-grants')).body.grantedBy).toBe(body.data.grantedBy)
  })

  it('shows partners no names and no roles', async () => {
    for (const loginId of ['customer', 'distributor', 'transporter']) {
      const who = await portal.as(loginId)
      const { body } = await who.get('/api/access-control/employee')
      expect(body.data).toMatchObject({ grantedBy: 'the IT administrator', rule: { openTo: [] } })
      expect((await who.get('/api/who-grants')).body).toEqual({ grantedBy: 'the IT administrator' })
    }
    expect((await portal.nobody.get('/api/who-grants')).status).toBe(401)
  })
})
