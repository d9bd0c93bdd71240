import { describe, expect, it } from 'vitest'
import { hashPassword } from '../../../api/account/password.ts'
import { OWN_PASSWORD, PASSWORD } from '../../support/password.ts'
import { newLogins, personWith } from '../../support/people.ts'
import { emptyPortal } from '../../support/portal.ts'
import { portalOfFile } from '../../support/portal-of-file.ts'

const portal = portalOfFile(emptyPortal)

describe('a new password', () => {
  it('may be of one kind of characters, in any language, and an earlier one again', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    const own = 'only small letters'
    let password = PASSWORD
    for (const newPassword of [own, 'पानी के पास का पेड़', OWN_PASSWORD, own]) {
      const { status } = await person.post('/api/my-password', { password, newPassword })
      expect([newPassword, status]).toEqual([newPassword, 201])
      password = newPassword
    }
  })

  it('is never demanded because of its age', async () => {
    const person = await personWith(portal, ['SALES_REP'])
    const { loginId } = (await person.get('/api/me')).body.user
    const passwordChangedAt = new Date(Date.now() - 2000 * 864e5).toISOString()
    await portal.db('user').where({ loginId }).update({ passwordChangedAt })
    const { user, passwordFault } = (await (await portal.as(loginId)).get('/api/me')).body
    expect([user.mustChangePassword, passwordFault]).toEqual([false, null])
  })

  it.each([
    ['SHORT', () => 'Summer@2026'],
    ['LONG', () => 'é'.repeat(60)],
    ['LOGIN', (loginId: string) => `I am ${loginId.toUpperCase()}`],
    ['COMMON', () => '1Q2w3e4r5t6y'],
  ])(
    'is demanded at sign-in, with the reason, where the policy refuses the present one as %s',
    async (fault, passwordOf) => {
      const [loginId] = await newLogins(portal, 1)
      const password = passwordOf(loginId!)
      const users = portal.db('user').where({ loginId })
      await users.clone().update({ passwordHash: await hashPassword(password) })
      expect(
        (await portal.nobody.post('/api/authentication', { strategy: 'local', loginId, password: 'Wrong@12345' }))
          .status,
      ).toBe(401)
      expect(await users.clone().first('mustChangePassword', 'passwordFault')).toEqual({
        mustChangePassword: 0,
        passwordFault: null,
      })

      const person = await portal.as(loginId!, password)
      const told = (await person.get('/api/me')).body
      expect([told.user.mustChangePassword, told.passwordFault]).toEqual([true, fault])
      expect((await person.get('/api/notifications')).body.errors[0].code).toBe('PASSWORD_CHANGE')
      expect((await person.post('/api/my-password', { password, newPassword: 'Cedar by the river' })).status).toBe(201)

      const after = (await (await portal.as(loginId!, 'Cedar by the river')).get('/api/me')).body
      expect([after.user.mustChangePassword, after.passwordFault]).toEqual([false, null])
    },
  )

  it('tells neither administrators nor the history what is weak about the one before', async () => {
    const [loginId] = await newLogins(portal, 1)
    await portal
      .db('user')
      .where({ loginId })
      .update({ passwordHash: await hashPassword('Summer@2026') })
    const person = await portal.as(loginId!, 'Summer@2026')
    await person.post('/api/my-password', { password: 'Summer@2026', newPassword: 'Cedar by the river' })
    const admin = await personWith(portal, ['SYS_ADMIN'])
    const [row] = (await admin.get(`/api/settings/user?loginId=${loginId}`)).body.data
    expect(row.loginId).toBe(loginId)
    const history = await portal.db('audit_entry').where({ entity: 'user', entityId: row.id })
    expect(history.length).toBeGreaterThan(0)
    expect(JSON.stringify([row, history])).not.toContain('passwordFault')
  })
})
