import type { Knex } from 'knex'

/** The text that was never sent had no link; one that somebody wrote himself stays. */
export const up = (db: Knex) =>
  db('message_template')
    .where({ code: 'OPT_OUT_CONFIRM', subject: 'You will get no more messages about {topic}' })
    .update({
      subject: 'Shall we send no more e-mails?',
      body: 'Somebody, probably you, asked us to send no more e-mails about {topic} to {address}. Confirm it here; otherwise nothing changes.\n\n{optOutLink}',
    })

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
