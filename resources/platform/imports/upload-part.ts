/** A file as it was received: its key on the disk and its name. */
export interface UploadPart {
  key: string
  name: string
}
