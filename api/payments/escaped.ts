const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it stands in HTML, in an attribute too. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)
