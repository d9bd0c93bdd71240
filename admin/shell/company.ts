const markOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content

/** The company whose portal this is, as the served page names it. */
export const companyName = markOf('company') || 'Bilty'

/** Where the desk of the company reads its mails; empty where none is entered under Settings. */
export const deskAddress = markOf('desk') ?? ''
