package discordtest

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Interaction is one to be sent to the program: what somebody did, where. The
// functions below make one; its methods return it changed.
type Interaction struct {
	kind        discordgo.InteractionType
	data        object
	message     object
	user        object
	guild       string // empty outside servers
	channel     string
	parent      string // of a thread
	groupDM     bool
	userInstall bool
	locale      string
	guildLocale string
	permissions int64
	attached    map[string]file // by attachment id
	extra       object
}

type file struct {
	name    string
	content []byte
}

type object = map[string]any

func newInteraction(kind discordgo.InteractionType, data object) Interaction {
	return Interaction{
		kind: kind, data: data, guild: GuildID, channel: ChannelID, locale: "zh-TW", guildLocale: "en-US",
		user: newUser(UserID, "du", "讀者"),
		// View channel, send messages, use application commands.
		permissions: 1<<10 | 1<<11 | 1<<31,
	}
}

func newUser(id, name, global string) object {
	return object{
		"id": id, "username": name, "global_name": global, "discriminator": "0", "avatar": nil, "avatar_decoration_data": nil,
		"public_flags": 0, "clan": nil, "primary_guild": nil, "collectibles": nil,
	}
}

// Option is one option of a slash command, as the user filled it in.
type Option struct {
	name     string
	kind     discordgo.ApplicationCommandOptionType
	value    any
	focused  bool
	inner    []Option
	filename string
	content  []byte // of an attachment
}

func newOption(name string, kind discordgo.ApplicationCommandOptionType, value any) Option {
	return Option{name: name, kind: kind, value: value}
}

// Text is an option of type string.
func Text(name, value string) Option {
	return newOption(name, discordgo.ApplicationCommandOptionString, value)
}

// Integer is an option of type integer.
func Integer(name string, value int) Option {
	return newOption(name, discordgo.ApplicationCommandOptionInteger, value)
}

// Boolean is an option of type boolean.
func Boolean(name string, value bool) Option {
	return newOption(name, discordgo.ApplicationCommandOptionBoolean, value)
}

// Channel is an option of type channel.
func Channel(name, id string) Option {
	return newOption(name, discordgo.ApplicationCommandOptionChannel, id)
}

// Attachment is an option of type attachment. The content is found on the
// Server's CDN (Transport).
func Attachment(name, filename string, content []byte) Option {
	return Option{name: name, kind: discordgo.ApplicationCommandOptionAttachment, filename: filename, content: content}
}

// Sub is a subcommand, or where it holds subcommands, a group of them.
func Sub(name string, options ...Option) Option {
	kind := discordgo.ApplicationCommandOptionSubCommand
	if len(options) > 0 && options[0].kind == discordgo.ApplicationCommandOptionSubCommand {
		kind = discordgo.ApplicationCommandOptionSubCommandGroup
	}
	return Option{name: name, kind: kind, inner: options}
}

// Typing marks the option that the user is in.
func (o Option) Typing() Option {
	o.focused = true
	return o
}

// Slash is a slash command.
func Slash(name string, options ...Option) Interaction {
	return withOptions(discordgo.InteractionApplicationCommand, name, options)
}

// Suggest asks for suggestions; one option is Typing.
func Suggest(name string, options ...Option) Interaction {
	return withOptions(discordgo.InteractionApplicationCommandAutocomplete, name, options)
}

func withOptions(kind discordgo.InteractionType, name string, options []Option) Interaction {
	i := newInteraction(kind, object{"id": "900000000000000100", "name": name, "type": 1})
	i.attached = map[string]file{}
	if len(options) > 0 {
		i.data["options"] = i.filledIn(options)
	}
	return i
}

// filledIn gives the JSON of options and collects the files among them.
func (i Interaction) filledIn(options []Option) []any {
	list := []any{}
	for _, o := range options {
		fields := object{"name": o.name, "type": int(o.kind)}
		switch o.kind {
		case discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup:
			fields["options"] = i.filledIn(o.inner)
		case discordgo.ApplicationCommandOptionAttachment:
			id := fmt.Sprintf("6000000000000000%02d", len(i.attached))
			i.attached[id] = file{o.filename, o.content}
			fields["value"] = id
		default:
			fields["value"] = o.value
		}
		if o.focused {
			fields["focused"] = true
		}
		list = append(list, fields)
	}
	return list
}

// MessageMenu is a command of a message's menu, on a message by another user
// with this text.
func MessageMenu(name, text string) Interaction {
	const id = "700000000000000001"
	return newInteraction(discordgo.InteractionApplicationCommand, object{
		"id": "900000000000000101", "name": name, "type": 3, "target_id": id,
		"resolved": object{"messages": object{id: object{
			"id": id, "type": 0, "channel_id": ChannelID, "content": text, "author": newUser("400000000000000009", "jiu", "舊友"),
			"timestamp": "2024-05-06T07:08:09.123000+00:00", "edited_timestamp": nil, "flags": 0, "tts": false, "pinned": false,
			"mention_everyone": false, "mentions": []any{}, "mention_roles": []any{}, "attachments": []any{}, "embeds": []any{}, "components": []any{},
		}}},
	})
}

// Submit is a modal that was filled in: the values by the custom_id of their
// input.
func Submit(customID string, values map[string]string) Interaction {
	rows := []any{}
	for _, id := range slices.Sorted(maps.Keys(values)) {
		rows = append(rows, object{"type": 1, "id": 1, "components": []any{object{"type": 4, "id": 2, "custom_id": id, "value": values[id]}}})
	}
	return newInteraction(discordgo.InteractionModalSubmit, object{"custom_id": customID, "components": rows})
}

// Press is a click on a button of a message that the test does not have; use
// Reply.Press for one it has.
func Press(customID string) Interaction {
	return onMessage(object{"custom_id": customID, "component_type": 2, "id": 2})
}

// Choose is a choice in a menu of a message that the test does not have; use
// Reply.Choose for one it has.
func Choose(customID string, values ...string) Interaction {
	list := []any{}
	for _, v := range values {
		list = append(list, v)
	}
	return onMessage(object{"custom_id": customID, "component_type": 3, "id": 2, "values": list})
}

func onMessage(data object) Interaction {
	i := newInteraction(discordgo.InteractionMessageComponent, data)
	i.message = newMessage("700000000000000002", ChannelID)
	return i
}

// Press is a click on a button of the reply's message, by the same user in the
// same place.
func (r *Reply) Press(customID string) Interaction { return r.again(Press(customID)) }

// Choose is a choice in a menu of the reply's message, by the same user in the
// same place.
func (r *Reply) Choose(customID string, values ...string) Interaction {
	return r.again(Choose(customID, values...))
}

func (r *Reply) again(i Interaction) Interaction {
	again := r.from
	again.kind, again.data, again.message, again.attached, again.extra = i.kind, i.data, r.raw, nil, nil
	return again
}

// Ping is the interaction by which Discord tests an HTTP endpoint.
func Ping() Interaction { return newInteraction(discordgo.InteractionPing, nil) }

// As makes another user do it.
func (i Interaction) As(id, name string) Interaction {
	i.user = newUser(id, name, name)
	return i
}

// In moves it to a channel of a server; with an empty server to a direct
// message with the bot.
func (i Interaction) In(guild, channel string) Interaction {
	i.guild, i.channel, i.parent, i.groupDM = guild, channel, "", false
	return i
}

// InThread moves it to a thread of a channel.
func (i Interaction) InThread(guild, channel, thread string) Interaction {
	i.guild, i.channel, i.parent, i.groupDM = guild, thread, channel, false
	return i
}

// InDM moves it to a direct message with the bot.
func (i Interaction) InDM() Interaction { return i.In("", "300000000000000099") }

// InGroupDM moves it to a group of friends, which only an application
// installed by a user reaches.
func (i Interaction) InGroupDM() Interaction {
	i = i.In("", "300000000000000098").InstalledByUser()
	i.groupDM = true
	return i
}

// InstalledByUser makes it come through the user's own installation.
func (i Interaction) InstalledByUser() Interaction {
	i.userInstall = true
	return i
}

// Locale is the language of the user's client, as zh-CN.
func (i Interaction) Locale(l string) Interaction {
	i.locale = l
	return i
}

// GuildLocale is the language of the server.
func (i Interaction) GuildLocale(l string) Interaction {
	i.guildLocale = l
	return i
}

// Can adds permissions to those of the user, as discordgo.PermissionManageGuild.
func (i Interaction) Can(permissions int64) Interaction {
	i.permissions |= permissions
	return i
}

// With sets a field of the payload to anything, for what Discord might add or
// break.
func (i Interaction) With(field string, value any) Interaction {
	i.extra = maps.Clone(i.extra)
	if i.extra == nil {
		i.extra = object{}
	}
	i.extra[field] = value
	return i
}

// payload gives the JSON object that Discord would send.
func (i Interaction) payload(id, token string) object {
	p := object{
		"id": id, "application_id": AppID, "type": int(i.kind), "token": token, "version": 1,
		"entitlements": []any{}, "entitlement_sku_ids": []any{}, "attachment_size_limit": 10485760,
		"app_permissions": "2230337863704641", "authorizing_integration_owners": object{},
	}
	if i.data != nil {
		p["data"] = i.data
	}
	if i.kind == discordgo.InteractionPing {
		p["user"] = i.user
		maps.Copy(p, i.extra)
		return p
	}
	p["locale"] = i.locale
	p["channel_id"] = i.channel
	owners := object{}
	channel := object{"id": i.channel, "flags": 0, "last_message_id": nil}
	p["channel"] = channel
	switch {
	case i.guild != "":
		p["context"] = 0
		p["guild_id"] = i.guild
		p["guild_locale"] = i.guildLocale
		p["guild"] = object{"id": i.guild, "locale": i.guildLocale, "features": []any{}}
		p["member"] = object{
			"user": i.user, "nick": nil, "avatar": nil, "banner": nil, "roles": []any{}, "flags": 0, "pending": false, "deaf": false, "mute": false,
			"joined_at": "2023-04-05T06:07:08.901000+00:00", "premium_since": nil, "communication_disabled_until": nil,
			"unusual_dm_activity_until": nil, "permissions": fmt.Sprint(i.permissions),
		}
		maps.Copy(channel, object{"guild_id": i.guild, "name": "讀書", "type": 0, "position": 0, "nsfw": false, "topic": nil, "parent_id": nil, "permissions": fmt.Sprint(i.permissions)})
		if i.parent != "" {
			maps.Copy(channel, object{"type": 11, "parent_id": i.parent, "owner_id": UserID, "thread_metadata": object{
				"archived": false, "auto_archive_duration": 4320, "archive_timestamp": "2024-05-06T07:08:09+00:00", "locked": false}})
		}
		if !i.userInstall {
			owners["0"] = i.guild
		}
	case i.groupDM:
		p["context"] = 2
		p["user"] = i.user
		channel["type"] = 3
	default:
		p["context"] = 1
		p["user"] = i.user
		channel["type"] = 1
		if !i.userInstall {
			owners["0"] = "0"
		}
	}
	if i.userInstall {
		owners["1"] = i.user["id"]
	}
	p["authorizing_integration_owners"] = owners
	if i.message != nil {
		p["message"] = i.message
	}
	maps.Copy(p, i.extra)
	return p
}

func newMessage(id, channel string) object {
	return object{
		"id": id, "type": 20, "channel_id": channel, "application_id": AppID, "webhook_id": AppID, "content": "", "flags": 0,
		"author":    object{"id": AppID, "username": BotName, "global_name": nil, "discriminator": "0000", "avatar": nil, "bot": true, "public_flags": 0},
		"timestamp": time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC).Format(time.RFC3339), "edited_timestamp": nil,
		"tts": false, "pinned": false, "mention_everyone": false,
		"mentions": []any{}, "mention_roles": []any{}, "attachments": []any{}, "embeds": []any{}, "components": []any{},
	}
}
