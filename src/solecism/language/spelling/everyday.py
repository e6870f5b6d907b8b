"""Everyday words that the word list does not have, because they are short, spoken or new."""

from __future__ import annotations

_SHORT_WORDS = (
    "ad cm dr dvd eg et ex gb gps ie kb kg km kw mb mg ml mm mr ms ok pdf pp ps sms tv usb vs"
)
_SPOKEN = "bestie besties bff btw haha lol mom omg uh y'all yay"
_FOOD_AND_TRAVEL = (
    "chai glamping jetlag jetlagged mochi overtourism panini sakura staycation staycations udon"
)
_SCREENS = (
    "chatbot chatbots clickbait cyberbullies cyberbully cyberbullying deepfake deepfakes emoji "
    "emojis esports gif gifs hashtags influencer influencers livestream livestreamed livestreaming "
    "livestreams photobomb selfie selfies smartwatch smartwatches spotify tiktok tiktoker "
    "tiktokers unfollow unfriend vlog vlogger vloggers vlogging vlogs whatsapp youtuber youtubers"
)
_OTHERS = "bitcoin bitcoins crossfit crypto fangirl upcycle upcycled upcycling zumba"

EVERYDAY = frozenset(" ".join((_SHORT_WORDS, _SPOKEN, _FOOD_AND_TRAVEL, _SCREENS, _OTHERS)).split())
# As words are told apart: ca|n't, wo|n't, sha|n't, ai|n't, gon|na.
PARTS_OF_CONTRACTIONS = frozenset({"ai", "ca", "gon", "n't", "na", "sha", "wo"})
