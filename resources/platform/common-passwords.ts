/** What people choose first when digits and signs must be added: words of lists of leaked passwords, and of our own trade. */
const WORDS = `
password passw passwd pass passphrase welcome letmein login logon admin administrator root superuser user guest test
tester testing demo default temp temporary change changeme changeit secret access master manager office company
employee customer distributor dealer sales order orders dispatch invoice transporter transport driver bilty portal
qwerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qaz abc abcd abcde abcdef abcdefg aaa aaaa
iloveyou ilove love lovely loveyou princess sunshine monkey dragon football baseball cricket superman batman pokemon
starwars shadow michael jordan jessica ashley daniel charlie thomas robert george hunter ranger buster summer winter
spring autumn monsoon january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday india bharat hindustan mumbai delhi newdelhi pune chennai kolkata bangalore
bengaluru hyderabad ahmedabad gujarat maharashtra krishna radha ganesh ganesha shiva omshanti jaihind jaimatadi sairam
omsairam hanuman lakshmi rahul rohit sachin sachintendulkar virat kohli amit anil sunil sanjay vijay rajesh ramesh suresh
mahesh priya pooja neha anjali kumar sharma singh patel google facebook microsoft windows computer internet samsung apple
android iphone mobile hello hallo namaste whatever freedom trustno nothing killer ninja soccer hockey tigger pepper ginger
cookie cheese chocolate banana orange purple silver golden diamond flower angel angels jesus blessed family mother father
friend friends forever baby babygirl sweety sweetheart darling happy smile lucky money success
`

const commonWords: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean))

const MEANT: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/**
 * Whether a password is among the first that anybody tries: one common word, perhaps twice, with digits and signs
 * around it or in place of its letters; or a run along the keyboard.
 */
export function isCommonPassword(password: string): boolean {
  const low = password.toLowerCase()
  const core = low.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const spelled = [...core].map(sign => MEANT[sign] ?? sign).join('')
  return [core, spelled].some(text => {
    const letters = text.replace(/[^a-z]/g, '')
    const half = letters.slice(0, letters.length / 2)
    return letters === '' || commonWords.has(letters) || (half + half === letters && commonWords.has(half))
  })
}
