/**
 * A certificate of localhost that was good in 2025 alone, with its key: it guards nothing, and servers of tests bear it to
 * have clients refuse them.
 */
export const expiredCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRjdw8RudvEsAGyLm
EMjnk6377w88EI5Hh3lZmD9A2MuhRANCAAQszRC3s19EpV8nI/8IlEpSSGWK2DW2
InCxIG28N5sLs1HtfXn0Z++ouVu0eDsCSbrBuU4KINGJdzdQwW5S+fmk
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBYTCCAQigAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjUwMTAxMDAwMDAwWhcNMjYwMTAxMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQszRC3s19EpV8nI/8I
lEpSSGWK2DW2InCxIG28N5sLs1HtfXn0Z++ouVu0eDsCSbrBuU4KINGJdzdQwW5S
+fmko0swSTAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwDAYDVR0TBAUwAwEB
/zAdBgNVHQ4EFgQUvKGDv/+4aBmE6SDQPoUep/7cZkAwCgYIKoZIzj0EAwIDRwAw
RAIgOhmXqlRbXgiWcjFu6sbr2uaYm9VSigx4b5H4Xlmysi0CIGBvq0088wy3Ll1H
gXX5CScTc9nU5SuF7xoBFyxr2keJ
-----END CERTIFICATE-----`,
}
