/** Languages written without spaces between words: their signs are searched for anywhere in the sentence. */
export type UnspacedProfile = Record<'self' | 'listener' | 'requests' | 'passing' | 'refers', RegExp>

export const chinese: UnspacedProfile = {
  self: /我|咱们|本人/u,
  listener: /你|您|请/u,
  requests: /^(?:帮我|给我|告诉我|写|翻译|解释|提醒我)/u,
  passing: /^(?:谢谢|多谢|感谢|謝謝|我也是|我明白|我知道了|我不知道|我想知道|我需要帮助)/u,
  refers: /^(?:他|她)(?!们)/u,
}

export const japanese: UnspacedProfile = {
  // A plain word for a relative (`娘`) means one's own; somebody else's has an honorific (`娘さん`).
  self: /私|僕|俺|わたし|あたし|うちの|我が家|(?:娘|息子|妻|夫|主人|家内|母|父|妹|弟|姉|兄|祖母|祖父)(?!さん|さま|様)/u,
  listener: /あなた|君は|ください|下さい|くれ(?:ますか|ません)|もらえ/u,
  requests: /(?:して|教えて|書いて|訳して)[。！]?$/u,
  passing: /ありがとう|感謝|^私も(?:です)?。?$/u,
  refers: /^(?:彼女?)(?:は|が|の|も)/u,
}
