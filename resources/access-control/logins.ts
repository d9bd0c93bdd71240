import type { InvitationOfRow, LoginsStep } from './commands/logins.ts'

export type LoginStep = LoginsStep['step']

/** A login that was created or changed: the path that sets its password, unless the person keeps the password they have. */
export type Invitation = Omit<InvitationOfRow, 'id' | 'name' | 'sharedWith'>
